import { Alert, Button, Checkbox, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowRight } from '@tabler/icons-react'
import { consentText, type SigningDocument } from '@vialdesk/contract/signing'
import { useState } from 'react'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { DocumentArea } from '../document-area.tsx'
import { ReadOnlyPages } from '../read-only-pages.tsx'
import screen from '../signing-screen.module.css'
import { TopBar } from '../top-bar.tsx'
import { useSigningChange, useSigningPdf } from '../use-signing.ts'
import classes from './consent.module.css'
import { useShownPage } from './use-shown-page.ts'

function Disclosure({ document }: { document: SigningDocument }) {
  const { business, title, message, signer } = document
  return (
    <section className={classes.text} aria-labelledby="disclosure">
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
    </section>
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
          <section className={classes.document} aria-labelledby="document-title" ref={shown.section}>
            <Title order={2} id="document-title" tabIndex={-1} className={classes.documentTitle}>
              The document
            </Title>
            {pdf.error ? (
              <FailedScreen inline message={readErrorMessage(pdf.error)} onRetry={() => void pdf.refetch()} />
            ) : (
              <ReadOnlyPages bytes={pdf.data?.bytes} zoom={zoom} onDrawn={shown.onDrawn} label={document.title} />
            )}
          </section>
        </div>
      </DocumentArea>
      <section className={screen.bar} data-edge="bottom" aria-label="Next step">
        {consent.error && (
          <Alert color="red" mb="xs" role="alert">
            {errorMessage(consent.error)}
          </Alert>
        )}
        <div className={classes.footer}>
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
            <Button
              key="show"
              ref={shown.button}
              variant="default"
              leftSection={<IconArrowDown size={16} />}
              onClick={shown.show}
            >
              Show the document
            </Button>
          )}
        </div>
      </section>
    </>
  )
}
