/** Decodes a file written by a spreadsheet in one of the usual encodings. */
export async function decodeImportFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

/** A list of objects as CSV. Its columns are the keys of all objects. Undefined if the text is no such list. */
export function csvOfJson(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed) || !parsed.every((each) => typeof each === 'object' && each !== null)) return undefined
    const rows = parsed as Record<string, unknown>[]
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    return [keys, ...rows.map((row) => keys.map((key) => row[key]))].map((cells) => cells.map(cell).join(',')).join('\r\n')
  } catch {
    return undefined
  }
}

const SAMPLE_PATH = '/data-sources/clients.json'

/** Made-up people, as if the user had chosen their file. */
export async function fetchSample(): Promise<File> {
  const answer = await fetch(SAMPLE_PATH)
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return new File([await answer.blob()], 'clients.json', { type: 'application/json' })
}
