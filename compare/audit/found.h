/* found: how an audit is put together. The audit's own. */
#ifndef COMPARE_AUDIT_FOUND_H
#define COMPARE_AUDIT_FOUND_H

#include "audit/audit.h"

CompareAudit *compare_audit_open(const char *path, const BspWorld *world, double least);

/* Counts the finding, of which `problem` is taken. */
void compare_audit_add(CompareAudit *audit, CompareFinding finding);

/* Puts the worst first. */
void compare_audit_close(CompareAudit *audit);

#endif
