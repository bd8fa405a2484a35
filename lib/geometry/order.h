/* order: compares numbers for sorting. */
#ifndef BSP_ORDER_H
#define BSP_ORDER_H

/* Returns a number less than, equal to or greater than 0, as qsort() asks of a comparison. The next
 * criterion follows after `?:`. */
#define BSP_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

#endif
