import { Button } from '@mantine/core'
import { IconFileCheck, IconLogin2, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import { useOpenDocument } from '#web/entities/document/use-open-document.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import { type BrowserSession, useSession } from '#web/lib/session/session.ts'
import { mailedSecret } from './mailed-secret.ts'

const signPath = (documentId: string) => `/sign-your-document?documentId=${documentId}`

const SignButton = ({ documentId }: { documentId: string }) => (
  <Button component="a" href={signPath(documentId)} leftSection={<IconSignature size={16} />}>
    Open the document to sign
  </Button>
)

/** What the signed-in user may do with the document. Other users do not see it. */
function OwnOffer({ documentId, viewer }: { documentId: string; viewer: BrowserSession }) {
  const document = useQuery({
    ...apiQuery('GET /api/v1/documents/find/{document_id}/', { params: { document_id: documentId } }),
    enabled: mayOpenScreen('/document/{document_id}', viewer.role),
  })
  const open = useOpenDocument()
  const { can, id } = document.data ?? {}
  return (
    <>
      {can?.sign && <SignButton documentId={documentId} />}
      {can?.open_pdf && id !== undefined && (
        <Button leftSection={<IconFileCheck size={16} />} loading={open.isPending} onClick={() => open.mutate({ id })}>
          Open PDF
        </Button>
      )}
      <Button component={Link} to={homePath(viewer)} variant="default">
        Go to the dashboard
      </Button>
    </>
  )
}

interface Props {
  documentId: string
  /** It can still be signed. */
  isOpen: boolean
}

/** Offers the document, to sign or as PDF, as the visitor may. */
export function DocumentOffer({ documentId, isOpen }: Props) {
  const viewer = useSession()
  if (viewer) return <OwnOffer documentId={documentId} viewer={viewer} />
  if (isOpen && mailedSecret(documentId) !== undefined) return <SignButton documentId={documentId} />
  const target = isOpen ? signPath(documentId) : `/document/${documentId}`
  return (
    <Button component="a" href={loginPath(target)} variant="default" leftSection={<IconLogin2 size={16} />}>
      Log in to open the document
    </Button>
  )
}
