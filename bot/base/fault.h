/* Points at which the tests kill the process, to prove that no move is lost and no message is said
 * twice.
 *
 * In a build with BELFRY_FAULTS the environment variable BELFRY_KILL_AT=NAME:COUNT makes the
 * COUNT-th passing of the point NAME end the process at once by SIGKILL. In other builds a point is
 * nothing.
 */
#ifndef BELFRY_BOT_BASE_FAULT_H
#define BELFRY_BOT_BASE_FAULT_H

#ifdef BELFRY_FAULTS
void fault_point(const char *name);
#else
#define fault_point(name) ((void)0)
#endif

#endif
