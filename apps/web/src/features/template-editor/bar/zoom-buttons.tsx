import { ActionIcon, Button, Group } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'

/** 1 fits the width. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

interface Props {
  zoom: number
  onZoom: (zoom: number) => void
}

export function ZoomButtons({ zoom, onZoom }: Props) {
  const smaller = steps.findLast((step) => step < zoom)
  const larger = steps.find((step) => step > zoom)
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Zoom out"
        disabled={smaller === undefined}
        onClick={() => onZoom(smaller ?? zoom)}
      >
        <IconZoomOut size={18} />
      </ActionIcon>
      <Button variant="default" px={8} miw={58} onClick={() => onZoom(1)} aria-label={`Zoom ${zoom * 100}%, fit to width`}>
        {Math.round(zoom * 100)}%
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Zoom in"
        disabled={larger === undefined}
        onClick={() => onZoom(larger ?? zoom)}
      >
        <IconZoomIn size={18} />
      </ActionIcon>
    </Group>
  )
}
