/** A certificate that only tests trust. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** `subject` is `DNS:<host name>` or `IP:<address>`. Returns PEM. It is valid for two days. */
export function makeCertificate(subject: string): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-certificate-'))
  const files = ['-keyout', path.join(folder, 'key'), '-out', path.join(folder, 'cert')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=${subject}`]
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'ignore' })
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const made = { key: read('key'), cert: read('cert') }
  rmSync(folder, { recursive: true })
  return made
}
