/* The data of a record's page (bot/core/record_data.h), for tests. */
#ifndef BELFRY_TESTS_UNIT_PAGE_DATA_H
#define BELFRY_TESTS_UNIT_PAGE_DATA_H

#include <jansson.h>

enum { PAGE_BYTES_MAX = 300 * 1000 };

/* Unpacks it, json_decref() it; fails the test when it can't. */
json_t *page_data_of(const char *page);

#endif
