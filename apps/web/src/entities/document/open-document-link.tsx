import { Anchor } from '@mantine/core'
import { useOpenDocument } from './use-open-document.ts'

interface Props {
  document: { id: number; name: string }
  children: string
}

/** A link to the PDF of a document. */
export function OpenDocumentLink({ document, children }: Props) {
  const open = useOpenDocument()
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      disabled={open.isPending}
      aria-label={`${children}: ${document.name}`}
      onClick={() => open.mutate({ id: document.id })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {children}
    </Anchor>
  )
}
