/** The mail servers of the tests of mail: each behaves in one manner. */
import { readFileSync } from 'node:fs'
import type { SMTPServerOptions } from 'smtp-server'
import { makeCertificate } from '../test-certificate.fixture.ts'
import { readEximSpool } from './exim-spool.fixture.ts'
import { type ReceivedMail, smtpServer } from './smtp-server.fixture.ts'

/**
 * `open` takes every mail unencrypted, `login` only after the log-in of LOGIN, `small` only mails of at most SMALL_BYTES. `starttls` offers
 * encryption, `tls` begins with it. All refuse recipients such as `550@…` with that reply code, and messages with the subject `refuse <code>`.
 */
export type Manner = 'open' | 'login' | 'small' | 'starttls' | 'tls'
export const LOGIN = { user: 'portal', password: 'p@ss/word' }
export const SMALL_BYTES = 20_000

/** Exim that runs already, with one port for each manner. */
export interface GivenExim {
  ports: Record<Manner, number>
  spool: string
  /** The file of the certificate. */
  certificate: string
}

interface TestMailServer {
  port: number
  /** Without a log-in. */
  url: string
  /** The certificate of `starttls` and `tls`, in PEM. */
  certificate: string
  /** The mails that arrived since this server was asked for, oldest first. */
  received(): ReceivedMail[]
  close(): Promise<void>
}

const urlOf = (manner: Manner, port: number) => `${manner === 'tls' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`

const optionsOf = (certificate: ReturnType<typeof makeCertificate>): Record<Manner, SMTPServerOptions> => ({
  open: {},
  login: {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === LOGIN.user && password === LOGIN.password
      done(isRight ? null : Object.assign(new Error('no'), { responseCode: 535 }), { user: username })
    },
  },
  small: { size: SMALL_BYTES },
  starttls: { disabledCommands: [], ...certificate },
  tls: { secure: true, ...certificate },
})

/** PROVIDERS_SMTP describes an Exim that runs already (JSON of GivenExim): `npm run drill -- providers` sets it. */
export async function testMailServer(manner: Manner): Promise<TestMailServer> {
  const given = process.env.PROVIDERS_SMTP
  if (given !== undefined) {
    const { ports, spool, certificate } = JSON.parse(given) as GivenExim
    const port = ports[manner]
    const before = readEximSpool(spool).length
    const received = () => readEximSpool(spool).slice(before)
    return { port, url: urlOf(manner, port), certificate: readFileSync(certificate, 'utf8'), received, close: async () => {} }
  }
  const certificate = makeCertificate('IP:127.0.0.1')
  const { port, received, close } = await smtpServer(optionsOf(certificate)[manner])
  return { port, url: urlOf(manner, port), certificate: certificate.cert, received: () => received, close }
}
