/** What happened to the fields when the PDF was replaced. */
export function replacedText(removed: number): string {
  if (removed === 0) return 'The PDF was replaced. All fields were kept.'
  const fields =
    removed === 1
      ? '1 field was removed, because its page no longer exists'
      : `${removed} fields were removed, because their pages no longer exist`
  return `The PDF was replaced. ${fields}.`
}
