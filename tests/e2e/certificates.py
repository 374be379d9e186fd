"""Certificates for the tests, made by openssl once per run."""

import functools
import hashlib
import os
import ssl
import subprocess

from processes import NOBODY, temporary_folder

HOST = "irc.test.example"
KEY_KIND = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]


def _openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def _authority(folder, name):
    _openssl(folder, "req", "-x509", *KEY_KIND, "-keyout", f"{name}.key", "-out", f"{name}.crt",
             "-subj", f"/CN={name} authority", "-addext", "keyUsage=critical,keyCertSign,cRLSign")


def _signed(folder, name, authority, common_name, alternatives):
    _openssl(folder, "req", "-new", *KEY_KIND[:-2], "-keyout", f"{name}.key", "-out", f"{name}.csr",
             "-subj", f"/CN={common_name}")
    with open(os.path.join(folder, f"{name}.ext"), "w", encoding="ascii") as file:
        file.write(f"subjectAltName={alternatives}\nbasicConstraints=CA:FALSE\n"
                   "authorityKeyIdentifier=keyid\n")
    _openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.crt", "-CAkey",
             f"{authority}.key", "-CAcreateserial", "-days", "30", "-extfile", f"{name}.ext",
             "-out", f"{name}.crt")


class Certificates:
    """Paths of PEM files:

    authority       who signed `server`; what a bot is told to trust
    server          for irc.test.example, localhost and 127.0.0.1
    elsewhere       signed too, but for another host's name
    stranger        an authority that signed nothing of the server's
    client          a person's own
    """

    def __init__(self):
        self.folder = temporary_folder("certificates")
        _authority(self.folder, "authority")
        _authority(self.folder, "stranger")
        _signed(self.folder, "server", "authority", HOST,
                f"DNS:{HOST},DNS:localhost,IP:127.0.0.1")
        _signed(self.folder, "elsewhere", "authority", "other.test.example",
                "DNS:other.test.example")
        _signed(self.folder, "client", "authority", "client", "DNS:client.test.example")
        # Servers run as the user nobody and must read their keys.
        for name in os.listdir(self.folder):
            if os.geteuid() == 0:
                os.chown(os.path.join(self.folder, name), NOBODY, NOBODY)

    def path(self, name):
        return os.path.join(self.folder, name)

    def fingerprint(self, name):
        """SHA-256 of the certificate in DER, in hex."""
        with open(self.path(f"{name}.crt"), encoding="ascii") as file:
            return hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read())).hexdigest()

    def client_context(self, with_certificate=False):
        context = ssl.create_default_context(cafile=self.path("authority.crt"))
        if with_certificate:
            context.load_cert_chain(self.path("client.crt"), self.path("client.key"))
        return context


@functools.lru_cache(maxsize=None)
def certificates():
    return Certificates()
