#include "tests/unit/gateway_server_kit.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/certificates.h"

void gateway_server_start(struct gateway_server *server, char family, const char *certificate)
{
    char family_text[2] = {family, '\0'}, files[2][256] = {"", ""};
    int ends[2];

    if (certificate) {
        snprintf(files[0], sizeof(files[0]), "%s/%s.pem", certificates_folder(), certificate);
        snprintf(files[1], sizeof(files[1]), "%s/%s.key", certificates_folder(), certificate);
    }
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    server->pid = fork();
    if (server->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        execl(GATEWAY_PYTHON, GATEWAY_PYTHON, GATEWAY_SERVER, family_text,
              certificate ? files[0] : NULL, files[1], (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    server->output = fdopen(ends[0], "r");
    assert_non_null(server->output);
    server->port = (uint16_t)strtoul(gateway_server_line(server), NULL, 10);
    assert_int_not_equal(server->port, 0);
}

void gateway_server_stop(struct gateway_server *server)
{
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    fclose(server->output);
}

const char *gateway_server_line(struct gateway_server *server)
{
    if (!fgets(server->line, sizeof(server->line), server->output))
        fail_msg("the server is gone");
    server->line[strcspn(server->line, "\n")] = '\0';
    return server->line;
}

const char *gateway_server_url(const struct gateway_server *server, const char *scheme,
                               const char *host, const char *path)
{
    static char urls[4][256];
    static unsigned next;
    char *url = urls[next++ % 4];

    snprintf(url, sizeof(urls[0]), "%s://%s:%u%s", scheme, host, server->port, path);
    return url;
}
