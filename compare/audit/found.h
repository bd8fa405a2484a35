/* found: collects an audit's findings; for the audit only. */
#ifndef COMPARE_AUDIT_FOUND_H
#define COMPARE_AUDIT_FOUND_H

#include "audit/audit.h"

CompareAudit *compare_audit_open(const char *path, const BspWorld *world, double least);

/* Adds the finding to the audit and takes ownership of `problem`. */
void compare_audit_add(CompareAudit *audit, CompareFinding finding);

/* Sorts the findings, the worst first. */
void compare_audit_close(CompareAudit *audit);

#endif
