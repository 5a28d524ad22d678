import { Alert, Menu } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { SigningDocument } from '@vialdesk/contract/signing'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { focusField, useFieldForm } from '../../fields/field-form.ts'
import { FieldLayer } from '../../fields/field-layer.tsx'
import { DocumentArea } from '../document-area.tsx'
import { ReadOnlyPages } from '../read-only-pages.tsx'
import { TopBar } from '../top-bar.tsx'
import { useSigningChange, useSigningPdf } from '../use-signing.ts'
import { FillBar } from './fill-bar.tsx'
import { ReviewBar } from './review-bar.tsx'
import { useAdoptDialog } from './use-adopt-dialog.tsx'

/** CSS pixels. Below this width, the text of a page that fits the screen is too small for typing. */
const NARROW = 600
const TYPING_ZOOM = 2

/** Fields on a phone are filled at a larger zoom, so that their text can be read and hit. */
function usePhoneZoom(content: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const zoomIn = () => {
    const isNarrow = (content.current?.clientWidth ?? NARROW) < NARROW
    // The next field is scrolled to, where it is at the new zoom.
    if (isNarrow && zoom < TYPING_ZOOM) flushSync(() => setZoom(TYPING_ZOOM))
  }
  return { zoom, setZoom, zoomIn }
}

/** The signer fills the fields in place, checks them, and finishes. */
export function SignStep({ secret, document }: { secret: string; document: SigningDocument }) {
  const pdf = useSigningPdf(secret, false)
  const form = useFieldForm(document)
  const adopt = useAdoptDialog(form, document.signer.name)
  const [isReview, setReview] = useState(false)
  const [announced, setAnnounced] = useState('')
  /** The fields appear with the first page. */
  const [isDrawn, setDrawn] = useState(false)
  const content = useRef<HTMLElement>(null)
  const { zoom, setZoom, zoomIn } = usePhoneZoom(content)
  const withdraw = useSigningChange(secret, 'POST /api/v1/signing/withdraw-consent/')

  // The button of the step before is gone, and with it the focus.
  useEffect(() => content.current?.focus({ preventScroll: true }), [])

  const show = (review: boolean) => {
    setReview(review)
    setZoom(1)
    content.current?.scrollTo({ top: 0 })
    content.current?.focus({ preventScroll: true })
    setAnnounced(review ? '' : 'You can change the fields again.')
  }
  const goOn = () => {
    const { next } = form.progress
    if (!next) return show(true)
    zoomIn()
    focusField(next.id)
    setAnnounced(`${next.label}, field ${form.steps.indexOf(next) + 1} of ${form.steps.length}`)
  }
  return (
    <>
      <TopBar secret={secret} document={document} pdf={pdf.data} zoom={zoom} onZoom={setZoom}>
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} disabled={withdraw.isPending} onClick={() => withdraw.mutate({})}>
          Withdraw consent
        </Menu.Item>
      </TopBar>
      <DocumentArea ref={content} label={isReview ? 'Check the document' : 'Document'}>
        {withdraw.error && (
          <Alert color="red" mb="sm" role="alert">
            {errorMessage(withdraw.error)}
          </Alert>
        )}
        {pdf.error ? (
          <FailedScreen inline message={readErrorMessage(pdf.error)} onRetry={() => void pdf.refetch()} />
        ) : (
          <ReadOnlyPages
            bytes={pdf.data?.bytes}
            zoom={zoom}
            label={document.title}
            onDrawn={() => setDrawn(true)}
            overlay={(page, width) => (
              <FieldLayer {...{ document, form, page, width, isReview }} onSign={adopt.sign} onNext={goOn} />
            )}
          />
        )}
      </DocumentArea>
      {isReview ? (
        <ReviewBar secret={secret} form={form} onBack={() => show(false)} />
      ) : (
        <FillBar form={form} ready={isDrawn} onNext={goOn} />
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {adopt.dialog}
    </>
  )
}
