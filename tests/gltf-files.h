/* gltf-files: small glTF files, for tests and as seeds for fuzzing. */
#ifndef GLTF_FILES_H
#define GLTF_FILES_H

#include <glib.h>

/* A .glb of this JSON and these bytes. */
GByteArray *gltf_container(const char *json, gconstpointer binary, gsize n_binary);

/* The JSON of a cube from -1 to 1 along all axes: the first example. */
extern const char gltf_cube_json[];

/* Examples of all ways of writing triangles. Each is the same cube. */
guint gltf_n_examples(void);

/* *name receives the example's name, such as "cube.glb", which is static. */
GByteArray *gltf_example(guint i, const char **name);

#endif
