/** A certificate authority with a timestamp authority (RFC 3161) on this machine, by openssl. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

/** `replayed`: every answer is the first one. */
export type TimestampMode = 'works' | 'fails' | 'refuses' | 'replayed'

const configuration = (folder: string, crl: string | undefined) => `
[ca]
default_ca = own
[own]
dir = ${folder}
database = ${folder}/index.txt
crlnumber = ${folder}/crlnumber
certificate = ${folder}/ca.pem
private_key = ${folder}/ca.key
default_md = sha256
default_crl_days = 30
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/serial
signer_cert = ${folder}/tsa.pem
certs = ${folder}/ca.pem
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[timestamps]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
${crl ? `crlDistributionPoints = URI:${crl}` : ''}
[seals]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
${crl ? `crlDistributionPoints = URI:${crl}` : ''}
`

class Authority {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-tsa-'))

  file(name: string): string {
    return path.join(this.folder, name)
  }

  openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: this.folder })
  }

  /** A key and a certificate that the root signs. */
  issue(name: string, extensions: string, serial: string): void {
    const names = ['-subj', `/CN=Test ${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`]
    this.openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-config', 'config', ...names)
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', serial, '-days', '60']
    const more = ['-extfile', 'config', '-extensions', extensions, '-out', `${name}.pem`]
    this.openssl('x509', '-req', '-in', `${name}.csr`, ...issuer, ...more)
  }

  /** Makes the root, the certificate of the timestamps and that of the seal. */
  create(crl: string | undefined): void {
    const files = { config: configuration(this.folder, crl), 'index.txt': '', crlnumber: '01', serial: '01' }
    for (const [name, text] of Object.entries(files)) writeFileSync(this.file(name), text)
    const root = ['-subj', '/CN=Test Root', '-days', '90', '-extensions', 'root', '-keyout', 'ca.key', '-out', 'ca.pem']
    this.openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-config', 'config', ...root)
    this.issue('tsa', 'timestamps', '2')
    this.issue('seal', 'seals', '3')
    this.openssl('ca', '-gencrl', '-config', 'config', '-out', 'crl.pem')
    this.openssl('crl', '-in', 'crl.pem', '-outform', 'DER', '-out', 'crl.der')
    const parts = ['-inkey', 'seal.key', '-in', 'seal.pem', '-certfile', 'ca.pem']
    this.openssl('pkcs12', '-export', ...parts, '-out', 'seal.p12', '-passout', 'pass:secret')
  }

  answer(question: Buffer): Buffer {
    writeFileSync(this.file('question'), question)
    this.openssl('ts', '-reply', '-queryfile', 'question', '-config', 'config', '-out', 'answer')
    return readFileSync(this.file('answer'))
  }
}

/** PKIStatus 2: rejected. */
const REJECTED = Buffer.from([0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02])

/** With `revocation`, the certificates name a list of revoked certificates, which the server has too. */
export async function startTimestampServer({ revocation }: { revocation: boolean }) {
  const authority = new Authority()
  const state: { mode: TimestampMode; first?: Buffer; questions: number } = { mode: 'works', questions: 0 }
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/crl') return response.end(readFileSync(authority.file('crl.der')))
    state.questions += 1
    const question = await buffer(request)
    if (state.mode === 'fails') return response.writeHead(503).end()
    if (state.mode === 'refuses') return response.end(REJECTED)
    const answer = state.mode === 'replayed' && state.first ? state.first : authority.answer(question)
    state.first ??= answer
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  authority.create(revocation ? `${url}/crl` : undefined)
  return {
    url: `${url}/tsa`,
    /** The certificate of a seal by the same authority; its password is `secret`. */
    p12: readFileSync(authority.file('seal.p12')),
    questions: () => state.questions,
    answer: (mode: TimestampMode) => {
      state.mode = mode
    },
    async close() {
      server.closeAllConnections()
      server.close()
      rmSync(authority.folder, { recursive: true, force: true })
    },
  }
}
