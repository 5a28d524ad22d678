/** The SHA-256 of a file, in hexadecimal. The file never leaves the browser. */
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Browsers offer `crypto.subtle` on secure pages only, and a portal in a clinic's network may have no certificate.
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(bytes)
}

export async function sha256OfFile(file: Blob): Promise<string> {
  const bytes = await digest(new Uint8Array(await file.arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
