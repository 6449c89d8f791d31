import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { PersonPhotos } from '#domain/people/PersonPhotos.tsx'
import type { PhotoKind } from '#domain/people/photos.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { stu } from '../stu.contract.ts'

const StudentPhotoDialog = lazyWindow(() => import('./StudentPhotoDialog.tsx'))

type Props = { student: { stuNo: string; stuName: string } }

/** Draws the photos of a student. */
export default function StudentPhotos({ student }: Props) {
  const { stuNo, stuName } = student
  const may = useMay()
  const read = useQuery(query(stu.getphotos, { stuNo }))
  const [handing, setHanding] = useState<PhotoKind>()
  const withdraw = useSend(stu.withdraw)
  return (
    <>
      <PersonPhotos
        name={stuName}
        read={read}
        consents="监护人"
        onHand={may(stu.applyforstucardpht) ? setHanding : undefined}
        onWithdraw={may(stu.withdraw) ? () => withdraw.mutateAsync({ stuNo }) : undefined}
      />
      {handing && (
        <Suspense fallback={null}>
          <StudentPhotoDialog student={student} kind={handing} onClose={() => setHanding(undefined)} />
        </Suspense>
      )}
    </>
  )
}
