import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { type Icon, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props extends ActionIconProps {
  label: string
  icon: Icon
  onClick: () => void
}

/** A tool for the pages of a PDF: a button with a picture. */
export const ToolButton = ({ label, icon: Shown, ...rest }: Props) => (
  <ActionIcon variant="default" size="lg" aria-label={label} {...rest}>
    <Shown size={18} />
  </ActionIcon>
)

/** 1 fits the width. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3]

interface ZoomProps {
  zoom: number
  onZoom: (zoom: number) => void
  /** Between the two buttons. */
  children?: ReactNode
}

export function ZoomTools({ zoom, onZoom, children }: ZoomProps) {
  const smaller = steps.findLast((step) => step < zoom)
  const larger = steps.find((step) => step > zoom)
  const zoomTo = (step: number | undefined) => ({ disabled: step === undefined, onClick: () => onZoom(step ?? zoom) })
  return (
    <>
      <ToolButton label="Zoom out" icon={IconZoomOut} {...zoomTo(smaller)} />
      {children}
      <ToolButton label="Zoom in" icon={IconZoomIn} {...zoomTo(larger)} />
    </>
  )
}
