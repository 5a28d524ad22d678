/** A real SMTP server on this machine, for tests. It stores received mails. */
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  sender: string
  recipients: string[]
  isEncrypted: boolean
  /** The raw message: headers, a blank line, the body. */
  message: string
}

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

/** Refuses recipients such as `550@…` with that reply code, and messages with the subject `refuse <code>`. */
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
      if (stream.sizeExceeded) return done(refusal(552))
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { sender: mailFrom ? mailFrom.address : '', recipients: rcptTo.map(({ address }) => address) }
      received.push({ ...envelope, isEncrypted: session.secure, message })
      done()
    },
    ...options,
  })
  // Some tests disconnect in the middle of a mail, which is an error event here.
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
