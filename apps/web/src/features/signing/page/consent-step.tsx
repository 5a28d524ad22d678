import { Button, Checkbox, Paper, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowRight } from '@tabler/icons-react'
import { consentText, type SigningDocument } from '@vialdesk/contract/documents/signing'
import { useCallback, useEffect, useRef, useState } from 'react'
import { DocumentArea, DocumentPages, NextStep } from './document-parts.tsx'
import classes from './signing-screen.module.css'
import { TopBar } from './top-bar.tsx'
import { useSigningChange, useSigningPdf } from './use-signing.ts'

/** Part of the document's first screenful that must have been in view. */
const SHOWN = 0.15

/** Whether the first page was drawn and in view: the signer could open the document. Until then, `button` shows it. */
function useShownPage() {
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [isShown, setShown] = useState(false)
  const onDrawn = useCallback((page: number) => {
    if (page === 1) setDrawn(true)
  }, [])
  const focusTitle = useCallback(() => section.current?.querySelector('h2')?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const page = section.current?.querySelector('[data-page="1"]')
    if (!isDrawn || !page) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        // The button disappears, and must not leave the focus to the one in its place.
        if (document.activeElement === button.current) focusTitle()
        setShown(true)
      },
      { threshold: SHOWN },
    )
    watch.observe(page)
    return () => watch.disconnect()
  }, [isDrawn, focusTitle])
  const show = () => {
    section.current?.scrollIntoView({ block: 'start' })
    focusTitle()
  }
  return { section, button, isShown, onDrawn, show }
}

function Disclosure({ document }: { document: SigningDocument }) {
  const { business, title, message, signer } = document
  return (
    <Paper component="section" withBorder p="md" miw={0} aria-labelledby="disclosure">
      <Title order={2} id="disclosure">
        Before you sign
      </Title>
      <Text mt={4}>
        {signer.name}, {business} asks you to sign “{title}”.
      </Text>
      {message && <Text className={classes.message}>{message}</Text>}
      {consentText.map(({ title: heading, text }) => (
        <div key={heading}>
          <Title order={3} fz="sm" mt="md">
            {heading}
          </Title>
          <Text size="sm" c="dimmed">
            {text.replaceAll('{business}', business)}
          </Text>
        </div>
      ))}
    </Paper>
  )
}

/** The disclosure next to the document. The signer can go on when the document was really shown. */
export function ConsentStep({ secret, document }: { secret: string; document: SigningDocument }) {
  const pdf = useSigningPdf(secret, false)
  const [accepted, setAccepted] = useState(false)
  const [zoom, setZoom] = useState(1)
  const shown = useShownPage()
  const consent = useSigningChange(secret, 'POST /api/v1/signing/consent/')
  const proof = pdf.data?.proof
  const agree = () => {
    if (proof === undefined) return
    consent.mutate({ accepted: true, version: document.consent_version, proof })
  }
  return (
    <>
      <TopBar secret={secret} document={document} pdf={pdf.data} zoom={zoom} onZoom={setZoom} />
      <DocumentArea label="Disclosure and document">
        <div className={classes.columns}>
          <Disclosure document={document} />
          <section style={{ minWidth: 0 }} aria-labelledby="document-title" ref={shown.section}>
            <Title order={2} id="document-title" tabIndex={-1} mb="xs">
              The document
            </Title>
            <DocumentPages pdf={pdf} zoom={zoom} onDrawn={shown.onDrawn} label={document.title} />
          </section>
        </div>
      </DocumentArea>
      <NextStep error={consent.error}>
        <Checkbox
          checked={accepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
          label={`I have read the disclosure, I can read the document, and I agree to sign it electronically.`}
        />
        {shown.isShown || pdf.error ? (
          // The keys keep the two apart: a press that begins on one button never ends on the other.
          <Button
            key="continue"
            disabled={!accepted || !proof || !shown.isShown}
            loading={consent.isPending}
            onClick={agree}
            rightSection={<IconArrowRight size={16} />}
          >
            Continue
          </Button>
        ) : (
          <Button key="show" ref={shown.button} variant="default" leftSection={<IconArrowDown size={16} />} onClick={shown.show}>
            Show the document
          </Button>
        )}
      </NextStep>
    </>
  )
}
