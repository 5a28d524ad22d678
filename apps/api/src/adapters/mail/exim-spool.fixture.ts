/** Reads the mails that wait in the queue of Exim. A mail is there before Exim has answered the sender. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ReceivedMail } from './smtp-server.fixture.ts'

/** A header is its length in bytes, a flag, and the text. `*` marks a header that is not sent. Exim ends lines with a line feed. */
function headersOf(block: Buffer): string {
  let headers = ''
  for (let at = 0; at < block.length; ) {
    const [start = '', length = '', flag = ''] = /^(\d{3,})(.) /.exec(block.toString('latin1', at, at + 20)) ?? []
    if (start === '') break
    const end = at + start.length + Number(length)
    if (flag !== '*') headers += block.toString('utf8', at + start.length, end)
    at = end
  }
  return headers
}

/** `<id>-H` has the name of the file, a line about the user, the sender, options, `XX`, the recipients and the headers; `<id>-D` a line and the body. */
function readMail(file: string): ReceivedMail {
  const content = readFileSync(`${file}-H`)
  const [envelope = ''] = content.toString('latin1').split('\n\n', 1)
  const lines = envelope.split('\n')
  const body = readFileSync(`${file}-D`, 'utf8').replace(/^.*\n/, '')
  const message = `${headersOf(content.subarray(envelope.length + 2))}\n${body}`
  return {
    sender: lines[2]?.slice(1, -1) ?? '',
    recipients: lines.slice(lines.indexOf('XX') + 2),
    isEncrypted: lines.some((line) => line.startsWith('-received_protocol esmtps')),
    message: message.replaceAll('\n', '\r\n'),
  }
}

/** All mails of the queue, oldest first. */
export function readEximSpool(spool: string): ReceivedMail[] {
  const folder = path.join(spool, 'input')
  const files = readdirSync(folder).filter((name) => name.endsWith('-H'))
  const written = new Map(files.map((name) => [name, statSync(path.join(folder, name)).mtimeMs]))
  const inOrder = files.toSorted((a, b) => (written.get(a) ?? 0) - (written.get(b) ?? 0))
  return inOrder.map((name) => readMail(path.join(folder, name.slice(0, -2))))
}
