/* libsodium's random bytes for tests whose games go the same way every time. */
#ifndef BELFRY_TESTS_UNIT_SAME_CHANCE_H
#define BELFRY_TESTS_UNIT_SAME_CHANCE_H

/* Replaces the system's bytes for the whole process. Call it before anything asks for them. */
void same_chance_install(void);
/* From here on the bytes are those of the first call. */
void same_chance_restart(void);

#endif
