// What an entry feels and sounds like: nothing, unless this phone's owner wants it. The wish is kept on the phone.

const SETTINGS = ["vibration", "sound"];
let audio = null;

const wants = (name) => {
  try {
    return localStorage.getItem(`referee-${name}`) === "yes";
  } catch {
    return false; // a browser that keeps nothing
  }
};

export function settings(place) {
  for (const name of SETTINGS) {
    const box = place.querySelector(`[name=${name}]`);
    if (name === "vibration" && !navigator.vibrate) box.closest("label").hidden = true;
    box.checked = wants(name);
    box.addEventListener("change", () => {
      try {
        localStorage.setItem(`referee-${name}`, box.checked ? "yes" : "no");
      } catch {
        return;
      }
      if (box.checked) entered();
    });
  }
}

export function entered() {
  if (wants("vibration")) navigator.vibrate?.(25);
  if (wants("sound")) beep(660, 0.06);
}

export function trouble() {
  if (wants("vibration")) navigator.vibrate?.([60, 60, 60]);
  if (wants("sound")) beep(220, 0.25);
}

// The time is up: for everybody, as whoever set the limit waits for it.
export function alarm() {
  navigator.vibrate?.([300, 150, 300, 150, 300]);
  for (const after of [0, 0.4, 0.8]) beep(880, 0.3, after);
}

function beep(pitch, seconds, after = 0) {
  audio ??= new AudioContext();
  const begins = audio.currentTime + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(begins);
  tone.stop(begins + seconds);
}
