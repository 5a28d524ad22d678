/** A real SMTP server on this machine, for a test: it keeps what it takes and refuses what it is told to. */
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  sender: string
  recipients: string[]
  /** The whole message as it came: headers, a blank line, the body. */
  message: string
}

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

/** Refuses recipients whose name is a reply's code (`550@…`), and messages whose subject is `refuse <code>`. */
export const smtpServer = async (options: SMTPServerOptions = {}) => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = Number(/^(\d{3})@/.exec(address)?.[1])
      done(code ? refusal(code) : null)
    },
    async onData(stream, session, done) {
      const message = await text(stream)
      const code = Number(/^Subject: refuse (\d{3})\r?$/m.exec(message)?.[1])
      if (code) return done(refusal(code))
      const { mailFrom, rcptTo } = session.envelope
      received.push({ sender: mailFrom ? mailFrom.address : '', recipients: rcptTo.map(({ address }) => address), message })
      done()
    },
    ...options,
  })
  // A client that gives up mid-way is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
