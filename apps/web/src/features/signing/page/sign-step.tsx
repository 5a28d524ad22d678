import { Box, Button, Group, Menu, Progress, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowDown, IconChecks, IconSignature } from '@tabler/icons-react'
import { type AdoptedSignature, FINISH_STATEMENT, type SigningDocument } from '@vialdesk/contract/documents/signing'
import { CHECKED, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import {
  elementIdOf,
  enteredValues,
  type FieldForm,
  focusField,
  isSignature,
  type SignatureType,
  useFieldForm,
} from '../fields/field-form.ts'
import { FieldLayer } from '../fields/field-layer.tsx'
import { DocumentArea, DocumentPages, Failure, NextStep } from './document-parts.tsx'
import { TopBar } from './top-bar.tsx'
import { useSigningChange, useSigningPdf } from './use-signing.ts'

const AdoptDialog = lazyPart(() => import('../adopt/adopt-dialog.tsx').then((module) => module.AdoptDialog))

/** The first signature is adopted in a dialog. It then fills the other fields of its kind at once. */
function useAdoptDialog(form: FieldForm, signerName: string) {
  const [field, setField] = useState<SigningField & { type: SignatureType }>()
  const [isOpen, setOpen] = useState(false)
  // Fetched before a network failure can prevent it.
  useEffect(() => void AdoptDialog.preload(), [])
  const sign = (target: SigningField) => {
    if (!isSignature(target)) return
    if (form.adopted[target.type] && form.values[target.id] !== CHECKED) return form.setValue(target, CHECKED)
    setField(target)
    setOpen(true)
  }
  const place = (signature: AdoptedSignature) => {
    if (!field) return
    form.adopt(field.type, signature)
    form.setValue(field, CHECKED)
    setOpen(false)
  }
  const remove = () => {
    if (field) form.setValue(field, '')
    setOpen(false)
  }
  const dialog = field && (
    <Suspense>
      <AdoptDialog
        key={field.type}
        type={field.type}
        name={signerName}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onAdopt={place}
        onRemove={form.values[field.id] === CHECKED ? remove : undefined}
        onClosed={() => document.getElementById(elementIdOf(field.id))?.focus()}
      />
    </Suspense>
  )
  return { sign, dialog }
}

/** The counter, and the way to the next field. */
function FillBar({ form, ready, onNext }: { form: FieldForm; ready: boolean; onNext: () => void }) {
  const { done, total, next } = form.progress
  const color = next ? {} : { color: 'green' }
  return (
    <NextStep>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Box flex={1} maw="20rem">
          <Text size="sm" fw={600} mb={4} className="figures" aria-live="polite">
            {done} of {total} {total === 1 ? 'field' : 'fields'}
          </Text>
          <Progress value={total === 0 ? 100 : (done / total) * 100} {...color} aria-label="Required fields that are filled" />
        </Box>
        <Button
          disabled={!ready}
          onClick={onNext}
          leftSection={next ? <IconArrowDown size={16} /> : <IconChecks size={16} />}
          {...color}
        >
          {next ? 'Next field' : 'Review'}
        </Button>
      </Group>
    </NextStep>
  )
}

/** The last look at the document, with the statement that makes it a signature. */
function ReviewBar({ secret, form, onBack }: { secret: string; form: FieldForm; onBack: () => void }) {
  const finish = useSigningChange(secret, 'POST /api/v1/signing/finish/')
  const { signature, initials } = form.adopted
  const empty = form.steps.filter(({ fields }) => fields.every(({ id }) => !form.values[id])).length
  const submit = () => {
    if (!signature || finish.isPending) return
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const values = enteredValues(form.values)
    finish.mutate({ values, signature, time_zone, ...(initials && { initials }) })
  }
  return (
    <NextStep error={finish.error}>
      <div>
        <Text size="sm" fw={600} role="status">
          Check the document, then finish.
          {empty > 0 && ` ${empty} optional ${empty === 1 ? 'field is' : 'fields are'} empty.`}
        </Text>
        <Text size="xs" c="dimmed" id="finish-statement">
          {FINISH_STATEMENT}
        </Text>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack} disabled={finish.isPending}>
          Back
        </Button>
        <Button
          color="green"
          leftSection={<IconSignature size={16} />}
          loading={finish.isPending}
          disabled={!signature}
          onClick={submit}
          aria-describedby="finish-statement"
        >
          Finish
        </Button>
      </Group>
    </NextStep>
  )
}

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
        <Failure error={withdraw.error} />
        <DocumentPages
          pdf={pdf}
          zoom={zoom}
          label={document.title}
          onDrawn={() => setDrawn(true)}
          overlay={(page, width) => (
            <FieldLayer {...{ document, form, page, width, isReview }} onSign={adopt.sign} onNext={goOn} />
          )}
        />
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
