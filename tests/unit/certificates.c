#include "tests/unit/certificates.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[] = "/tmp/belfry-certificates-XXXXXX";

const char *certificates_folder(void)
{
    return folder;
}

const char *certificates_path(const char *name)
{
    static char paths[8][128];
    static unsigned next;
    char *result = paths[next++ % 8];

    snprintf(result, sizeof(paths[0]), "%s/%s", folder, name);
    return result;
}

int certificates_make(void **state)
{
    static const char script[] =
        "set -e; cd %s; exec >log 2>&1\n"
        "key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'\n"
        "for ca in ca otherca; do\n"
        "  openssl req -x509 $key -keyout $ca.key -out $ca.pem -subj /CN=$ca -days 2\n"
        "done\n"
        "leaf() {\n"
        "  openssl req $key -keyout $1.key -out $1.csr -subj /CN=$1\n"
        "  echo subjectAltName=$2 >$1.ext\n"
        "  openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out $1.pem "
        "-days $3 -extfile $1.ext\n"
        "}\n"
        "leaf good DNS:localhost,DNS:dual.test 2\n"
        "leaf numeric IP:127.0.0.1 2\n"
        "leaf expired DNS:localhost 0\n"
        "leaf elsewhere DNS:elsewhere.example 2\n"
        "leaf client DNS:client 2\n"
        "openssl ec -in client.key -aes128 -passout pass:secret -out locked.key\n"
        "mkdir hashed && cp ca.pem hashed && openssl rehash hashed\n"
        "openssl x509 -in good.pem -noout -fingerprint -sha256 | sed 's/.*=//' >pin\n";
    char command[2048];

    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(command, sizeof(command), script, folder);
    return system(command) == 0 ? 0 : -1;
}

int certificates_remove(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command) == 0 ? 0 : -1;
}
