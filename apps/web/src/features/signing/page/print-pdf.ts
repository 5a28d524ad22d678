import { openPdf } from '#web/ui/pdf/use-pdf.ts'
import classes from './printed-pages.module.css'

/** Dots per inch on paper, and points per inch in a PDF. */
const DPI = 150
const POINTS = 72

/** Draws every page and opens the print dialog of the browser. */
export async function printPdf(bytes: Uint8Array): Promise<void> {
  const pdf = await openPdf(bytes)
  const paper = document.createElement('div')
  paper.className = classes.printed ?? ''
  paper.dataset.printAlone = ''
  paper.ariaHidden = 'true'
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: DPI / POINTS })
      const canvas = document.createElement('canvas')
      canvas.width = viewport.width
      canvas.height = viewport.height
      await page.render({ canvas, viewport }).promise
      const picture = new Image()
      picture.src = canvas.toDataURL('image/jpeg', 0.9)
      await picture.decode()
      paper.append(picture)
    }
    document.body.append(paper)
    window.print()
  } finally {
    paper.remove()
    void pdf.loadingTask.destroy()
  }
}
