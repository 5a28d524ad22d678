import { Button, Group, Modal, type ModalProps, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { SIGNING_FAILED } from '@vialdesk/contract/documents/documents'
import { useEffect, useState } from 'react'
import { SigningFrame } from '#web/entities/document/signing-frame.tsx'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
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

/** A document in the signing frame. When the page in the frame has ended, it can be opened again. */
export function SignInFrame({ open, onCompleted }: Props) {
  const [ended, setEnded] = useState<'declined' | 'expired' | 'error'>()
  const link = useMutation({ mutationFn: open, meta: { handlesErrors: true, keepsScreen: true } })
  const { mutate, data, error, isPending } = link
  useEffect(() => mutate(), [mutate])
  const documentId = data?.documentId ?? ''
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
      {/* The page in the frame says what has happened. */}
      {ended && ended !== 'declined' && (
        <Group justify="center">
          <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={openAgain}>
            Open again
          </Button>
        </Group>
      )}
      <SigningFrame
        signLink={data.signLink}
        documentId={documentId}
        onCompleted={() => onCompleted(documentId)}
        onClosed={setEnded}
      />
    </Stack>
  )
}

/** The dialog around a signing frame. */
export const SigningModal = (props: ModalProps) => (
  <Modal size="56rem" fullScreen={useIsPhone()} closeOnClickOutside={false} {...props} />
)
