# Opens a file in mousepad, types into it and saves, once for each text given: PATH TEXT...
path=$1
shift
mousepad --disable-server "$path" &
editor=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --pid $editor | tail -n 1)
xdotool windowfocus --sync "$window"
for text in "$@"; do
  xdotool type "$text"
  xdotool key ctrl+s
  # The test says when to go on: each save is to be a version of its own.
  read -r _
done
kill $editor
