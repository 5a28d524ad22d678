/** PgBouncer in transaction mode, set up as docs/operate/configure.md says. Debian's program, which `npm test` installs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findUserToRunAs, prepareInvoker } from '#api/embedded-postgres/run-unprivileged.ts'

interface Login {
  user: string
  password: string
}

interface PgbouncerOptions {
  /** Gets the files of PgBouncer. Others must be able to enter it. */
  folder: string
  port: number
  /** PostgreSQL. */
  server: { host: string; port: number }
  logins: readonly Login[]
  /** Connections to PostgreSQL for each login and database. */
  poolSize: number
}

export interface Pgbouncer {
  child: ChildProcess
  output(): string
  stop(): Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export async function startPgbouncer({ folder, port, server, logins, poolSize }: PgbouncerOptions): Promise<Pgbouncer> {
  const [file, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'userlist.txt')]
  writeFileSync(users, logins.map(({ user, password }) => `${quoted(user)} ${quoted(password)}\n`).join(''))
  writeFileSync(
    file,
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
server_login_retry = 1
`,
  )
  for (const each of [file, users]) chmodSync(each, 0o644)
  const program = '/usr/sbin/pgbouncer'
  // It refuses to run as root.
  const { command, args, identity } = prepareInvoker(findUserToRunAs(), [program, file]).wrap(program, [file], true)
  const child = spawn(command, args, { ...identity, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${text}`)
    await pause(20)
  }
  return {
    child,
    output: () => text,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
