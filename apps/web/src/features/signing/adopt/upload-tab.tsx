import { Text } from '@mantine/core'
import { useImperativeHandle, useState } from 'react'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import classes from './adopt.module.css'
import { removePaper } from './ink.ts'
import { newCanvas, type TabProps, trimmedPng } from './signature-canvas.ts'

const MAX_BYTES = 5 * 1024 * 1024
/** Pixels of the longer side while the picture is worked on. */
const MAX_SIDE = 1600

/** The picture of the file with transparent paper. */
async function readPicture(file: File): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This image could not be read. Choose another one.')
  })
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const { canvas, context } = newCanvas(bitmap.width * scale, bitmap.height * scale)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const picture = context.getImageData(0, 0, canvas.width, canvas.height)
  removePaper(picture)
  context.putImageData(picture, 0, 0)
  return canvas
}

interface Props extends TabProps {
  onProblem: (sentence: string) => void
}

/** A photo or scan of a signature on paper. */
export function UploadTab({ type, take, onChange, onProblem }: Props) {
  const [picture, setPicture] = useState<{ canvas: HTMLCanvasElement; preview: string }>()
  const [isBusy, setBusy] = useState(false)
  useImperativeHandle(take, () => () => picture?.canvas)
  const read = async (file: File) => {
    onChange()
    setBusy(true)
    setPicture(undefined)
    try {
      const canvas = await readPicture(file)
      setPicture({ canvas, preview: trimmedPng(canvas) })
    } catch (error) {
      onProblem(error instanceof Error ? error.message : 'This image could not be read.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      {picture && (
        <div className={classes.sheet} data-type={type}>
          <img src={picture.preview} alt={`Your ${type}`} className={classes.preview} />
        </div>
      )}
      <div style={{ marginTop: picture ? 12 : 0 }}>
        <FileDrop
          label={`Picture of your ${type}`}
          hint="PNG or JPEG, up to 5 MB"
          accept={['image/png', 'image/jpeg']}
          maxBytes={MAX_BYTES}
          busy={isBusy ? 'Reading the picture…' : undefined}
          onFile={(file) => void read(file)}
          onReject={onProblem}
        />
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        Sign with a dark pen on white paper, and take a photo from above.
      </Text>
    </div>
  )
}
