import { Button, Group, Input, Paper, Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { MAX_PDF_BYTES } from '@vialdesk/contract/documents/templates'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { FileDrop, pdfFile } from '#web/ui/forms/file-drop.tsx'

interface Props {
  /** The name of the document. */
  label: string
  error: ReactNode
  onBusy: (busy: boolean) => void
  onChange: (filename: string | undefined) => void
}

/** The PDF of one document: a drop zone, or the uploaded file with a way to take it back. */
export function DocumentFile({ label, error, onBusy, onChange }: Props) {
  const [file, setFile] = useState<File>()
  const upload = useUpload('POST /api/v1/documents/process-file/', {
    keepsScreen: true,
    inputOf: (chosen) => ({ body: { file: chosen, filename: chosen.name } }),
    onDone: ({ filename }, chosen) => {
      setFile(chosen)
      onChange(filename)
    },
  })
  const isBusy = upload.pending !== undefined
  const report = useEffectEvent(onBusy)
  useEffect(() => report(isBusy), [isBusy])
  const remove = () => {
    setFile(undefined)
    onChange(undefined)
  }
  return (
    <Input.Wrapper label={label} labelElement="div">
      {file ? (
        <Paper component={Group} withBorder px="md" py="sm" wrap="nowrap" gap="sm">
          <IconFileCheck size={20} stroke={1.6} aria-hidden />
          <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <bdi>{file.name}</bdi>
            <Text size="sm" c="dimmed">
              {formatBytes(file.size)}
            </Text>
          </div>
          <Button variant="subtle" size="compact-sm" onClick={remove} aria-label={`Remove the file of ${label}`}>
            Remove
          </Button>
        </Paper>
      ) : (
        <FileDrop
          compact
          label={label}
          {...pdfFile(MAX_PDF_BYTES)}
          busy={isBusy ? 'Uploading…' : undefined}
          error={upload.error ?? error}
          onFile={upload.start}
          onReject={upload.setError}
        />
      )}
    </Input.Wrapper>
  )
}
