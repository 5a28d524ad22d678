import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { SIGNING_FAILED } from '@vialdesk/contract/documents'
import { useCallback, useEffect, useState } from 'react'
import { SigningFrame } from '#web/entities/document/signing-frame.tsx'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'

export interface OpenedDocument {
  documentId: string
  signLink: string
}

interface Props {
  /** Asks the server for a link. Links are for one use, so a new one is needed for each opening. */
  open: () => Promise<OpenedDocument>
  /** The signer has finished in the frame. Only the server knows whether the document is signed. */
  onCompleted: (documentId: string) => void
}

type Ended = 'declined' | 'expired' | 'error'

const endedTexts: Record<Ended, string> = {
  declined: 'You declined to sign this document.',
  expired: 'This page was open for too long. Nothing was signed.',
  error: SIGNING_FAILED,
}

/** A document in the signing frame. When the page in the frame has ended, it can be opened again. */
export function SignInFrame({ open, onCompleted }: Props) {
  const [ended, setEnded] = useState<Ended>()
  const link = useMutation({ mutationFn: open, meta: { handlesErrors: true, keepsScreen: true } })
  const { mutate, data, error, isPending } = link
  useEffect(() => mutate(), [mutate])
  const documentId = data?.documentId ?? ''
  const complete = useCallback(() => onCompleted(documentId), [onCompleted, documentId])
  const openAgain = () => {
    setEnded(undefined)
    mutate()
  }
  if (error) return <FailedScreen inline title={SIGNING_FAILED} message={errorMessage(error)} onRetry={openAgain} />
  if (!data || isPending)
    return (
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          Opening the document…
        </span>
        <Skeleton h={600} />
      </div>
    )
  return (
    <Stack gap="sm">
      {ended && (
        <Alert color={ended === 'declined' ? 'yellow' : 'red'} role="alert" icon={<IconAlertTriangle size={18} />}>
          <Group justify="space-between" gap="sm">
            {endedTexts[ended]}
            {ended !== 'declined' && (
              <Button size="compact-sm" variant="default" onClick={openAgain}>
                Open again
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <SigningFrame signLink={data.signLink} documentId={documentId} onCompleted={complete} onClosed={setEnded} />
    </Stack>
  )
}
