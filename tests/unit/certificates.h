/* Certificates for tests of TLS, made anew in a directory of their own: the authorities ca.pem and
 * otherca.pem; good, numeric, expired, elsewhere and client (.pem and .key), signed by ca;
 * locked.key, which has a password; hashed/, with ca as OpenSSL looks for it; pin, the fingerprint
 * of good. */
#ifndef BELFRY_TESTS_CERTIFICATES_H
#define BELFRY_TESTS_CERTIFICATES_H

/* For cmocka_run_group_tests. */
int certificates_make(void **state);
int certificates_remove(void **state);

const char *certificates_folder(void);
/* Returns the path of a file in it; valid for the next few calls. */
const char *certificates_path(const char *name);

#endif
