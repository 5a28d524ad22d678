import { Button, Group, Input, Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { MAX_PDF_BYTES } from '@vialdesk/contract/templates'
import { type ReactNode, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { uploadError } from '#web/lib/api/use-upload.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import classes from './document-file.module.css'

/** Uploads a chosen PDF at once. `onDone` gets the name that the server gave it, or undefined when it is taken back. */
function useDocumentFile(onDone: (filename: string | undefined) => void) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const upload = useMutation(apiMutation('POST /api/v1/documents/process-file/', { handlesErrors: true, keepsScreen: true }))
  const start = async (chosen: File) => {
    setError(undefined)
    setFile(chosen)
    try {
      const { filename } = await upload.mutateAsync({ body: { file: chosen, filename: chosen.name } })
      onDone(filename)
    } catch (cause) {
      setFile(undefined)
      setError(uploadError(cause))
    }
  }
  const clear = () => {
    setFile(undefined)
    onDone(undefined)
  }
  return { file, error, busy: upload.isPending, start, reject: setError, clear }
}

interface Props {
  /** The name of the document. */
  label: string
  error: ReactNode
  onBusy: (busy: boolean) => void
  onChange: (filename: string | undefined) => void
}

/** The PDF of one document: a drop zone, or the uploaded file with a way to take it back. */
export function DocumentFile({ label, error, onBusy, onChange }: Props) {
  const upload = useDocumentFile(onChange)
  const start = async (file: File) => {
    onBusy(true)
    await upload.start(file)
    onBusy(false)
  }
  return (
    <Input.Wrapper label={label} labelElement="div">
      {upload.file && !upload.busy ? (
        <Group className={classes.file} wrap="nowrap" gap="sm">
          <IconFileCheck size={20} stroke={1.6} aria-hidden />
          <div className={classes.name}>
            <bdi>{upload.file.name}</bdi>
            <Text size="sm" c="dimmed">
              {formatBytes(upload.file.size)}
            </Text>
          </div>
          <Button variant="subtle" size="compact-sm" onClick={upload.clear} aria-label={`Remove the file of ${label}`}>
            Remove
          </Button>
        </Group>
      ) : (
        <FileDrop
          compact
          label={label}
          hint="PDF, up to 25 MB"
          accept={['application/pdf']}
          maxBytes={MAX_PDF_BYTES}
          busy={upload.busy ? 'Uploading…' : undefined}
          error={upload.error ?? error}
          onFile={(file) => void start(file)}
          onReject={upload.reject}
        />
      )}
    </Input.Wrapper>
  )
}
