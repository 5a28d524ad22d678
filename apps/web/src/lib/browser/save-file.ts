/** Saves a file like a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}

/** Saves what the server answers for this URL as a download. */
export function saveFromUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
