; A small installer around build/installer.nsh, with the names that electron-builder's own script gives it.
Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include FileFunc.nsh

!define PRODUCT_NAME "Matterline"
!define APP_ID "com.matterline.desktop"
!define APP_EXECUTABLE_FILENAME "Matterline.exe"

Name "${PRODUCT_NAME}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT_NAME}"
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro _isUpdated _a _b _t _f
  !insertmacro _LOGICLIB_TEMP
  ${GetParameters} $_LOGICLIB_TEMP
  ClearErrors
  ${GetOptions} $_LOGICLIB_TEMP "--updated" $_LOGICLIB_TEMP
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`

!include "${OWN_PARTS}"

Section "install"
  SetOutPath "$INSTDIR"
  File "/oname=${APP_EXECUTABLE_FILENAME}" "${PROGRAM}"
  WriteUninstaller "$INSTDIR\Uninstall ${PRODUCT_NAME}.exe"
  !insertmacro customInstall
SectionEnd

Section "Uninstall"
  !insertmacro customUnInstall
  SetOutPath $TEMP
  RMDir /r $INSTDIR
SectionEnd
