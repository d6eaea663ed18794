import { type ReactNode, type RefObject, useState } from 'react'
import { saveFile } from '../../../data/download-file.ts'
import { requireCode } from '../../../data/failure.ts'
import { printCsv } from '../../../data/print-csv.ts'
import { Button } from '../../../design/button.tsx'
import { reportFailure } from '../../../design/show-error.ts'
import { texts } from '../../../texts/texts.ts'

interface DownloadsProps {
  /** The name of the files, without their extensions. */
  readonly name: string
  /** The figures, below a row of titles. */
  readonly figures: readonly (readonly (string | number)[])[]
  /** What the picture shows. */
  readonly area: RefObject<HTMLElement | null>
}

/** Saves the figures of a chart as CSV, and the chart as a picture. */
export function Downloads({ name, figures, area }: DownloadsProps): ReactNode {
  const [isPainting, setPainting] = useState(false)
  const savePicture = async (): Promise<void> => {
    const { paintPicture } = await requireCode(import('./paint-picture.ts'))
    if (area.current !== null) saveFile(await paintPicture(area.current), `${name}.png`)
  }
  return (
    <>
      <Button
        kind="quiet"
        icon="download"
        onPress={() => saveFile(new Blob([printCsv(figures)], { type: 'text/csv' }), `${name}.csv`)}
      >
        {texts.tracker.download('CSV')}
      </Button>
      <Button
        kind="quiet"
        icon="download"
        isPending={isPainting}
        onPress={() => {
          setPainting(true)
          void reportFailure(savePicture()).finally(() => setPainting(false))
        }}
      >
        {texts.tracker.chart.downloadPng}
      </Button>
    </>
  )
}
