import { Input, Loader, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import classes from './file-drop.module.css'

interface Props {
  label: string
  /** The accepted files: `PNG, JPEG or WebP, up to 5 MB`. */
  hint: string
  /** Media types or extensions, as in a file input. */
  accept: string[]
  maxBytes: number
  /** The text while the file is processed. */
  busy?: string | undefined
  /** In one line, for forms with several files. */
  compact?: boolean
  error?: ReactNode
  /** Called with an accepted file. */
  onFile: (file: File) => void
  /** Called with the reason for a rejected file. */
  onReject: (sentence: string) => void
}

const fits = (file: File, accept: string[]) =>
  accept.some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type === kind))

/** What a drop zone takes, with the hint that says so. */
const filesOf = (names: string, accept: string[]) => (maxBytes: number) => ({
  hint: `${names}, up to ${maxBytes / 1024 / 1024} MB`,
  accept,
  maxBytes,
})
export const pdfFile = filesOf('PDF', ['application/pdf'])
export const pictureFile = filesOf('PNG, JPEG or WebP', ['image/png', 'image/jpeg', 'image/webp'])

/** A drop zone for one file. Keyboards and screen readers use its file input. */
export function FileDrop({ label, hint, accept, maxBytes, busy, compact, error, onFile, onReject }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file || busy) return
    if ((files?.length ?? 0) > 1) onReject('Choose one file.')
    else if (!fits(file, accept)) onReject(`This kind of file is not accepted here. ${hint}.`)
    else if (file.size > maxBytes) onReject(`This file is ${formatBytes(file.size)}. ${hint}.`)
    else onFile(file)
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div>
      <label
        className={classes.drop}
        data-over={over || undefined}
        data-wrong={Boolean(error) || undefined}
        data-busy={Boolean(busy) || undefined}
        data-compact={compact || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files)
        }}
      >
        <input
          type="file"
          className="visually-hidden"
          accept={accept.join(',')}
          aria-label={label}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={Boolean(error)}
          disabled={Boolean(busy)}
          onChange={(event) => {
            take(event.target.files)
            // Allows the same file again after it was corrected.
            event.target.value = ''
          }}
        />
        {busy ? <Loader size={22} aria-hidden /> : <IconUpload size={22} stroke={1.5} className={classes.icon} aria-hidden />}
        <span role="status">
          {busy || (
            <>
              <span className={classes.choose}>Choose a file</span> or drop it here
            </>
          )}
        </span>
        <Text size="sm" c="dimmed" id={`${id}-hint`}>
          {hint}
        </Text>
      </label>
      {error && (
        <Input.Error id={`${id}-error`} mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}
