/** Bodies with a file, as a browser sends them, for tests. */
const BOUNDARY = '----a-boundary-of-tests'

export interface SentFile {
  bytes: Buffer | string
  name?: string
  type?: string
}

const encode = (name: string, value: string | SentFile) => {
  const file = typeof value === 'string' ? undefined : value
  const what = file ? `; filename="${file.name ?? 'logo.png'}"\r\nContent-Type: ${file.type ?? 'image/png'}` : ''
  return [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${what}\r\n\r\n`, file?.bytes ?? value, '\r\n'] as (
    | string
    | Buffer
  )[]
}

/** The body of a form and its media type. */
export function formOf(fields: [name: string, value: string | SentFile][]): { payload: Buffer; type: string } {
  const parts = [...fields.flatMap(([name, value]) => encode(name, value)), `--${BOUNDARY}--\r\n`]
  return {
    payload: Buffer.concat(parts.map((part) => Buffer.from(part))),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}
