/* The size of a buffer for the one line that says why something failed, for functions that take
 * `error` and `error_size`.
 */
#ifndef BELFRY_BOT_BASE_ERROR_H
#define BELFRY_BOT_BASE_ERROR_H

enum { ERROR_BYTES = 512 };

#endif
