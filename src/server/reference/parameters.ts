type Setting = { cfgCode: string; cfgDesc: string; valType: 'S' | 'N' | 'B' | 'L'; dftlVal: string }

/** The settings that the product reads, with their defaults for every identity (domain, 2.7). */
export const shippedParameters: Setting[] = [
  { cfgCode: 'EXP_MASK', cfgDesc: '导出默认脱敏', valType: 'B', dftlVal: '1' },
  { cfgCode: 'FACE_ON', cfgDesc: '启用人脸照', valType: 'B', dftlVal: '0' },
  { cfgCode: 'WATERMARK', cfgDesc: '导出带水印行', valType: 'B', dftlVal: '1' },
]
