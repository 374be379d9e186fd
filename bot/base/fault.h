/* Points at which the tests kill the process, to prove that no move is lost and no message is sent
 * twice.
 *
 * In a build with BELFRY_FAULTS the environment variable BELFRY_KILL_AT=NAME:COUNT ends the process
 * by SIGKILL when it passes the point NAME for the COUNT-th time. In other builds a point does
 * nothing.
 *
 * There BELFRY_CLOCK_AHEAD=SECONDS also makes the calendar wrong by so much, as another machine's
 * may be.
 */
#ifndef BELFRY_BOT_BASE_FAULT_H
#define BELFRY_BOT_BASE_FAULT_H

#ifdef BELFRY_FAULTS
void fault_point(const char *name);
int fault_seconds_ahead(void);
#else
#define fault_point(name)     ((void)0)
#define fault_seconds_ahead() 0
#endif

#endif
