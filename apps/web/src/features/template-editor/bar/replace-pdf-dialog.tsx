import { Modal, Stack, Text } from '@mantine/core'
import { MAX_PDF_BYTES } from '@vialdesk/contract/templates'
import { useState } from 'react'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  busy: boolean
  unsaved: boolean
  /** Why the last file was refused. */
  failure: string | undefined
  onFile: (file: File) => void
}

export function ReplacePdfDialog({ opened, onClose, busy, unsaved, failure, onFile }: Props) {
  const [rejected, setRejected] = useState<string>()
  return (
    <Modal opened={opened} onClose={onClose} title="Replace the PDF" centered closeOnClickOutside={!busy} closeOnEscape={!busy}>
      <Stack gap="md">
        <Text c="dimmed">
          The fields keep their places. Fields on pages that the new file does not have are removed.
          {unsaved && ' Your changes are saved first.'}
        </Text>
        <FileDrop
          label="New PDF"
          hint={`PDF, up to ${MAX_PDF_BYTES / 1024 / 1024} MB`}
          accept={['application/pdf', '.pdf']}
          maxBytes={MAX_PDF_BYTES}
          busy={busy ? 'Replacing the PDF…' : undefined}
          error={rejected ?? failure}
          onReject={setRejected}
          onFile={(file) => {
            setRejected(undefined)
            onFile(file)
          }}
        />
      </Stack>
    </Modal>
  )
}
