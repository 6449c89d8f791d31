import { RotateCw } from 'lucide-react'
import { Button, Slider } from 'antd'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
// Imports the styles as a file of the page: the style element that the component would make has no nonce.
import 'react-easy-crop/react-easy-crop.css'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { cropPicture, type Picture } from './cropPicture.ts'
import { type PictureCut, type PixelSize, type CutView, zoomsOf } from './picture.ts'

type Props = { what: string; cut: PictureCut; picture: Picture; onCut: (file: File) => void; onClose: () => void }

const frameHeight = 240

/** Draws the window in which a part of a picture is chosen: moved by mouse, finger or arrow keys, zoomed and turned. */
export default function PictureCrop({ what, cut, picture, onCut, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoomed, setZoom] = useState<number>()
  const [turn, setTurn] = useState(0)
  const [media, setMedia] = useState<CutView['media']>()
  const [frame, setFrame] = useState<PixelSize>()
  const [busy, setBusy] = useState(false)
  const zooms = media && frame ? zoomsOf({ media, frame, turn }, cut) : { min: 1, max: 1 }
  const zoom = Math.min(zooms.max, Math.max(zooms.min, zoomed ?? zooms.min))
  const make = async () => {
    if (!media || !frame) return
    setBusy(true)
    onCut(await cropPicture(picture, { media, frame, crop, zoom, turn }, cut))
  }
  return (
    <AppModal
      open
      width={520}
      title={`裁剪${what}`}
      okText="裁剪"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <div className="picture-crop">
        <Cropper
          image={picture.image.src}
          crop={crop}
          zoom={zoom}
          rotation={turn}
          aspect={cut.width / cut.height}
          // Makes the frame without margins as large as the picture allows.
          {...(cut.margins && { cropSize: { width: (frameHeight * cut.width) / cut.height, height: frameHeight } })}
          minZoom={zooms.min}
          maxZoom={zooms.max}
          cropShape={cut.round ? 'round' : 'rect'}
          // Ignores the sizes reported before the picture is there, which are not numbers.
          onCropChange={(place) => Number.isFinite(place.x + place.y) && setCrop(place)}
          onZoomChange={setZoom}
          setMediaSize={(size) => size.naturalWidth > 0 && setMedia(size)}
          setCropSize={(size) => size.width > 0 && setFrame(size)}
          keyboardStep={4}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': '取景框，按方向键移动图片' }}
        />
      </div>
      <div className="picture-tools touch">
        <span id="picture-zoom">缩放</span>
        <Slider
          ariaLabelledByForHandle="picture-zoom"
          ariaValueTextFormatterForHandle={(value) => `${Math.round(value * 100)}%`}
          tooltip={{ formatter: null }}
          min={zooms.min}
          max={zooms.max}
          step={0.05}
          disabled={zooms.max === zooms.min}
          value={zoom}
          onChange={setZoom}
        />
        <Button icon={<RotateCw />} onClick={() => setTurn((turn + 90) % 360)}>
          旋转
        </Button>
      </div>
      <p className="grey">
        拖动图片，或按方向键移动；裁成 {cut.width}×{cut.height} 像素。
      </p>
    </AppModal>
  )
}
