/** Finds compressed data that is small in the file and huge in memory: reading such a file would stop the portal. */
import { inflateSync } from 'node:zlib'

const MB = 1024 * 1024
/** Page contents and fonts are far smaller; only images may be larger, and they are not unpacked here. */
const MAX_STREAM = 64 * MB
const MAX_IMAGE = 512 * MB
/** More compressed than this is no page content that somebody wrote. Only longer streams are looked at. */
const MIN_SUSPECT = 60_000
const DICTIONARY_BYTES = 1000

function isTooLarge(data: Buffer, maxOutputLength: number): boolean {
  try {
    inflateSync(data, { maxOutputLength })
    return false
  } catch (error) {
    // Data of another kind cannot be unpacked: it is not larger than the file.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}

/** Whether a stream of the file would be too large when it is unpacked. */
export function hasHugeStream(file: Buffer): boolean {
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at)) {
    const end = file.indexOf('endstream', at)
    if (end === -1) return false
    const start = at + 'stream'.length + (file[at + 'stream'.length] === 0x0d ? 2 : 1)
    const dictionary = file.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString('latin1')
    const isImage = /\/Subtype\s*\/Image/.test(dictionary.slice(dictionary.lastIndexOf(' obj')))
    if (end - start > MIN_SUSPECT && isTooLarge(file.subarray(start, end), isImage ? MAX_IMAGE : MAX_STREAM)) return true
    at = end + 'endstream'.length
  }
  return false
}
