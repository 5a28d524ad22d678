import { Modal } from '@mantine/core'
import type { Document } from '@vialdesk/contract/documents'
import { SignDialog } from '#web/features/documents/signing/sign-dialog.tsx'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { EditForm } from './edit-form.tsx'
import { LinkToSign } from './link-to-sign.tsx'
import { HoldForm, VoidForm } from './reason-form.tsx'
import type { DocumentDialog } from './use-document-actions.ts'

export interface OpenDialog {
  name: DocumentDialog
  document: Document
}

const titles: Record<Exclude<DocumentDialog, 'sign'>, string> = {
  link: 'Copy link',
  void: 'Void document',
  edit: 'Edit document',
  hold: 'Legal hold',
}

function Content({ name, document, onClose }: OpenDialog & { onClose: () => void }) {
  if (name === 'void') return <VoidForm document={document} onClose={onClose} />
  if (name === 'hold') return <HoldForm document={document} onClose={onClose} />
  if (name === 'edit') return <EditForm document={document} onClose={onClose} />
  return <LinkToSign document={document} />
}

export function DocumentDialogs({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  const last = useLatestValue(open)
  const form = last && last.name !== 'sign' ? { ...last, name: last.name } : undefined
  return (
    <>
      <SignDialog document={open?.name === 'sign' ? open.document : undefined} onClose={onClose} />
      <Modal
        opened={open !== undefined && open.name !== 'sign'}
        onClose={onClose}
        title={form && titles[form.name]}
        closeOnClickOutside={form?.name === 'link'}
        centered
      >
        {form && <Content {...form} onClose={onClose} />}
      </Modal>
    </>
  )
}
