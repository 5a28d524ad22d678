import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { useEffect } from 'react'
import { markSigningComplete } from '#web/entities/document/signing-marker.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { session } from '#web/lib/session/session.ts'
import { Message, RetryButton } from '../guest/message.tsx'
import { PlainPage } from '../guest/plain-page.tsx'
import { printPdf } from './print-pdf.ts'
import { useSigningPdf } from './use-signing.ts'

/** The page that thanks this signer, and sets the marker for which sign-ups wait. */
function completedPath({ document_id, signer }: SigningDocument): string {
  const query = new URLSearchParams({ documentId: document_id })
  if (signer.role === 'patient') return `/patient-signed-completed-message?${query}`
  const role = session()?.role
  if (role !== 'harvest_center' && role !== 'hc_staff') return `/signed-completed-message?${query}`
  query.set('signedBy', signer.name)
  return `/hc-signed-completed-message?${query}`
}

function Copy({ secret }: { secret: string }) {
  const { data, error, refetch, isFetching } = useSigningPdf(secret, true)
  const print = useMutation({ mutationFn: printPdf, meta: { handlesErrors: true, onlyReads: true } })
  if (error)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} ta="left">
        {readErrorMessage(error)}
        <RetryButton size="xs" mt="xs" loading={isFetching} onClick={() => void refetch()} />
      </Alert>
    )
  return (
    <>
      <Button leftSection={<IconDownload size={16} />} loading={!data} onClick={() => data && saveFile(data.content, data.name)}>
        Download your copy
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        disabled={!data}
        loading={print.isPending}
        onClick={() => data && print.mutate(data.bytes)}
      >
        Print
      </Button>
    </>
  )
}

function statusText({ sealed, others_pending }: SigningDocument): string {
  if (sealed) return 'Your document is signed and sealed. Keep your copy in a safe place.'
  if (others_pending) return 'Another signer signs next. You get a copy by email when everybody has signed.'
  return 'Your document is being sealed. This takes a moment.'
}

/** The signature is stored. The copy is offered as soon as the document is sealed. */
export function FinishedStep({ secret, document }: { secret: string; document: SigningDocument }) {
  const { sealed, others_pending, signer, document_id, title } = document
  useEffect(() => markSigningComplete(document_id), [document_id])
  const isWaiting = !sealed && !others_pending
  return (
    <PlainPage>
      <Message
        icon={IconCircleCheck}
        color="green"
        title={`Thank you, ${signer.name}`}
        actions={
          <>
            {sealed && <Copy secret={secret} />}
            {isWaiting && <Loader mx="auto" aria-hidden />}
            <Button
              component="a"
              href={completedPath(document)}
              variant={sealed ? 'subtle' : 'default'}
              rightSection={<IconArrowRight size={16} />}
            >
              {isWaiting ? 'Continue without a copy' : 'Continue'}
            </Button>
          </>
        }
      >
        <span role="status">
          You have signed “{title}”. {statusText(document)}
        </span>
      </Message>
    </PlainPage>
  )
}
