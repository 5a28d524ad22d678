/** Multipart bodies with files, as a browser sends them. */
const BOUNDARY = '----a-boundary-of-tests'

export interface FormFile {
  bytes: Buffer | string
  name?: string
  type?: string
}

const encode = (name: string, value: string | FormFile) => {
  const file = typeof value === 'string' ? undefined : value
  const attributes = file ? `; filename="${file.name ?? 'logo.png'}"\r\nContent-Type: ${file.type ?? 'image/png'}` : ''
  return [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n`,
    file?.bytes ?? value,
    '\r\n',
  ] as (string | Buffer)[]
}

/** The multipart body of a form, with its media type. */
export function multipartForm(fields: [name: string, value: string | FormFile][]): { payload: Buffer; type: string } {
  const parts = [...fields.flatMap(([name, value]) => encode(name, value)), `--${BOUNDARY}--\r\n`]
  return {
    payload: Buffer.concat(parts.map((part) => Buffer.from(part))),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}
