#include "bot/program/sandbox_private.h"

#include <sys/prctl.h>

#include "bot/base/log.h"

struct sandbox_limits sandbox_enter(const struct sandbox *sandbox)
{
    if (!sandbox->config->sandbox) {
        log_warning("sandbox.off", "reason", "the configuration says `sandbox: off`");
        return (struct sandbox_limits){false, false};
    }
    /* Neither can be had without. */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        log_warning("sandbox.off", "reason", "the kernel gives up no privileges");
        return (struct sandbox_limits){false, false};
    }
    const char *files = sandbox_limit_files(sandbox), *calls = sandbox_limit_calls();
    log_line(files == NULL && calls == NULL ? LOG_LEVEL_INFO : LOG_LEVEL_WARNING, "sandbox.on",
             "files", files == NULL ? "limited" : files, "calls", calls == NULL ? "limited" : calls,
             (const char *)NULL);
    return (struct sandbox_limits){files == NULL, calls == NULL};
}
