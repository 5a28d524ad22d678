import { Alert, Button, Group, Modal, Text, Textarea } from '@mantine/core'
import type { SigningDocument } from '@vialdesk/contract/signing'
import { type FormEvent, useState } from 'react'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useSigningChange } from './use-signing.ts'

interface Props {
  secret: string
  document: SigningDocument
  opened: boolean
  onClose: () => void
}

export function DeclineDialog({ secret, document, opened, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decline = useSigningChange(secret, 'POST /api/v1/signing/decline/')
  const { error } = decline
  const refused = error instanceof ApiError ? fieldErrors(error).reason : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim()) decline.mutate({ reason })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Decline to sign" centered>
      <form onSubmit={submit} noValidate>
        <Text c="dimmed" mb="md">
          The document ends, and nobody can sign it any more. {document.business} gets your reason.
        </Text>
        <Textarea
          label="Reason"
          required
          minRows={3}
          maxRows={6}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isMissing && !reason.trim() ? 'Enter a reason.' : refused}
          data-autofocus
        />
        {error && !refused && (
          <Alert color="red" mt="sm" role="alert">
            {errorMessage(error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose} disabled={decline.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={decline.isPending}>
            Decline
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
