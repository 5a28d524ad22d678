/** Exim with one port for each manner of the mail servers of the tests. It keeps all mails in its queue. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type GivenExim, LOGIN, type Manner, SMALL_BYTES } from '../../apps/api/src/adapters/mail/test-mail-server.fixture.ts'
import { makeCertificate } from '../../apps/api/src/adapters/test-certificate.fixture.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { findProgram, runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { accepts, waitForStart } from './start.ts'

/** `\N` keeps Exim from reading a pattern as its own language. */
const configurationOf = (folder: string, ports: Record<Manner, number>) => `
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
keep_environment =
primary_hostname = mail.drill.example
exim_user = ${process.getuid?.()}
exim_group = ${process.getgid?.()}
local_interfaces = <; ${Object.values(ports)
  .map((port) => `[127.0.0.1]:${port}`)
  .join(' ; ')}
host_lookup =
queue_only
message_size_limit = \${if eq{$received_port}{${ports.small}}{${SMALL_BYTES}}{50M}}
tls_on_connect_ports = ${ports.tls}
tls_advertise_hosts = \${if eq{$received_port}{${ports.starttls}}{*}{}}
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$received_port}{${ports.login}}{*}{}}
acl_smtp_mail = check_login
acl_smtp_rcpt = check_recipient
acl_smtp_data = check_message

begin acl
check_login:
  deny condition = \${if eq{$received_port}{${ports.login}}}
       !authenticated = *
       message = 530 5.7.0 Authentication required
  accept
check_recipient:
  deny condition = \${if match{$local_part}{\\N^5\\d\\d$\\N}}
       message = $local_part no
  defer condition = \${if match{$local_part}{\\N^4\\d\\d$\\N}}
       message = $local_part no
  accept
check_message:
  deny condition = \${if match{$h_subject:}{\\N^refuse (5\\d\\d)$\\N}}
       message = \${sg{$h_subject:}{refuse }{}} no
  defer condition = \${if match{$h_subject:}{\\N^refuse (4\\d\\d)$\\N}}
       message = \${sg{$h_subject:}{refuse }{}} no
  accept

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
  server_set_id = $auth2
`

/** Returns the settings of the tests. */
export async function startExim(resources: Resources): Promise<Record<string, string>> {
  const folder = resources.makeFolder()
  const ports = {
    open: await findLastingPort(),
    login: await findLastingPort(),
    small: await findLastingPort(),
    starttls: await findLastingPort(),
    tls: await findLastingPort(),
  }
  const fileOf = (name: string) => path.join(folder, name)
  for (const name of ['spool/input', 'log']) mkdirSync(fileOf(name), { recursive: true })
  const { cert, key } = makeCertificate('IP:127.0.0.1')
  writeFileSync(fileOf('certificate.pem'), cert)
  writeFileSync(fileOf('key.pem'), key, { mode: 0o600 })
  writeFileSync(fileOf('exim.conf'), configurationOf(folder, ports))
  const exim = runProgram(resources, `${findProgram('exim4')}`, ['-C', fileOf('exim.conf'), '-bdf'])
  await waitForStart('Exim', exim, () => accepts(ports.open))
  const given: GivenExim = { ports, spool: fileOf('spool'), certificate: fileOf('certificate.pem') }
  return { PROVIDERS_SMTP: JSON.stringify(given) }
}
