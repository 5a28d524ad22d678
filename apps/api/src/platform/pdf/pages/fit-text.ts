/** Breaks text into lines and shrinks it until it fits its box. */

/** The width of text in points. */
export type Measure = (text: string, size: number) => number

interface Box {
  width: number
  height: number
}

const LINE_HEIGHT = 1.25
const STEP = 0.25
const ENDING = '…'

/** The parts of a word that is longer than a line. */
function splitWord(word: string, size: number, width: number, measure: Measure): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && measure(part + letter, size) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

export function breakLines(text: string, size: number, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((each) => splitWord(each, size, width, measure))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && measure(longer, size) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
  }
  return lines
}

/** The largest size at which the text fits. Text that does not fit even at the smallest size ends with an ellipsis. */
export function fitText(text: string, box: Box, { size, minSize }: { size: number; minSize: number }, measure: Measure) {
  const layout = (at: number) => ({ lines: breakLines(text, at, box.width, measure), size: at, lineHeight: at * LINE_HEIGHT })
  for (let at = Math.max(size, minSize); at > minSize; at -= STEP) {
    const fitted = layout(at)
    if (fitted.lines.length * fitted.lineHeight <= box.height) return fitted
  }
  const smallest = layout(minSize)
  const room = Math.max(1, Math.floor(box.height / smallest.lineHeight))
  if (smallest.lines.length <= room) return smallest
  const lines = smallest.lines.slice(0, room)
  lines[room - 1] = `${lines[room - 1]?.slice(0, -1)}${ENDING}`
  return { ...smallest, lines }
}
